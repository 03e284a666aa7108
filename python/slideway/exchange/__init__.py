"""Files of other programs: matrices, modes and responses, read and written."""
