"""Meshes and files of matrices that tools/fuzz_meshes.py damages: small ones, of every format."""
import struct

SQUARE = """Point(1) = {0, 0, 0}; Point(2) = {w, 0, 0}; Point(3) = {w, 1, 0}; Point(4) = {0, 1, 0};
Line(1) = {1, 2}; Line(2) = {2, 3}; Line(3) = {3, 4}; Line(4) = {4, 1};
"""
GEO = ["""DefineConstant[ w = {2, Min 1, Name "Parameters/width"}, n = 2 ];
""" + SQUARE + """Curve Loop(1) = {1, 2, 3, 4}; Plane Surface(1) = {1};
Transfinite Curve {1, 3} = n + 1; Transfinite Curve {2, 4} = 2;
Transfinite Surface {1}; Recombine Surface {1};
Physical Surface("body") = {1};
Physical Curve("top") = {3};
Physical Point("corner") = {2};
""", """w = 1; h = 0.4;
""" + SQUARE + """For i In {1:4}
  MeshSize {i} = h;
EndFor
Curve Loop(1) = {1, 2, 3, 4};
Plane Surface(1) = {1};
If (w > 0)
  Mesh.ElementOrder = 2; Mesh.SecondOrderIncomplete = 1;
EndIf
Physical Surface("body") = {1};
"""]
NAMES = """$PhysicalNames
3
0 3 "corner"
1 2 "top"
2 1 "body"
$EndPhysicalNames
"""
MSH = ["$MeshFormat\n2.2 0 8\n$EndMeshFormat\n" + NAMES + """$Nodes
6
1 0 0 0
2 2 0 0
3 2 1 0
4 0 1 0
5 1 0 0
6 1 1 0
$EndNodes
$Elements
5
1 15 2 3 2 2
2 1 2 2 3 3 6
3 1 2 2 3 6 4
4 3 2 1 1 1 5 6 4
5 3 2 1 1 5 2 3 6
$EndElements
""", "$MeshFormat\n4.1 0 8\n$EndMeshFormat\n" + NAMES + """$Entities
1 1 1 0
2 2 0 0 1 3
3 0 1 0 2 1 0 1 2 0
1 0 0 0 2 1 0 1 1 0
$EndEntities
$Nodes
1 8 1 8
2 1 0 8
1
2
3
4
5
6
7
8
0 0 0
2 0 0
2 1 0
0 1 0
1 0 0
2 0.5 0
1 1 0
0 0.5 0
$EndNodes
$Elements
3 3 1 3
0 2 15 1
1 2
1 3 8 1
2 3 4 7
2 1 16 1
3 1 2 3 4 5 6 7 8
$EndElements
"""]
CURVES = ["""Point(1) = {0, 0, 0}; Point(2) = {1, 0, 0}; Point(3) = {2, 1, 0};
Line(1) = {1, 2}; Line(2) = {2, 3};
Transfinite Curve {1, 2} = 4;
Physical Curve("axis") = {1};
Physical Point("end") = {2};
"""]
INP = ["""*HEADING
 a plate
** a comment
*Node, nset=all
1, 0., 0.
2, 1.0, 0, 0
 3, 2.0D0, 0.
11, 0., 1.
12, +1., 1.E+00
13, 2., 1.
*ELEMENT, type=CPS4, ELSET=body
1, 1, 2, 12, 11
2, 2, 3, 13, 12
*NSET, NSET=below, GENERATE
1, 3, 1
*NSET, NSET=both
below, 11
*ELSET, ELSET=right
2
*SURFACE, NAME=top, TYPE=ELEMENT
body, S3
*SURFACE, NAME=edge
right,
*STEP
""", """*PART, NAME=plate
*NODE
1, 0, 0
2, 1, 0
3, 1, 1
4, 0, 1
5, .5, 0
6, 1, .5
7, .5, 1
8, 0, .5
9, 2, 0
10, 1.5, 0
11, 1.5, .5
*ELEMENT, TYPE=CPS8R, ELSET=square
1, 1, 2, 3, 4, 5,
6, 7, 8
*ELEMENT, TYPE=CPS6, ELSET=triangle
2, 2, 9, 3, 10, 11, 6
*ELEMENT, TYPE=T3D2, ELSET=side
3, 1, 2
*END PART
*INSTANCE, NAME=plate-1, PART=plate
0., 0., 0.
*END INSTANCE
*NSET, NSET=tip, INSTANCE=plate-1
9
""", """*NODE
1, 0, 0
2, 1, 0
3, 1, 1
4, 0, 1
5, 2, 0
6, 3, 1
*ELEMENT, TYPE=S4R, ELSET=shell
1, 1, 2, 3, 4
2, 4, 3, 2, 1
*ELEMENT, TYPE=M3D3, ELSET=membrane
3, 2, 3, 5
*ELEMENT, TYPE=MASS, ELSET=heavy
4, 6
*ELEMENT, TYPE=SPRINGA, ELSET=soft
5, 3, 6
*MASS, ELSET=heavy
1.5
*SPRING, ELSET=soft

2e5
*SURFACE, NAME=top, TYPE=ELEMENT
shell, E3
*MATERIAL, NAME=steel
*ELASTIC
2.1e11, 0.3
*DENSITY
7800.
*SHELL SECTION, ELSET=shell, MATERIAL=steel
0.01
"""]
BDF = ["""SOL 103
CEND
BEGIN BULK
$ nodes, in free, small and large fields
GRID,1,,0.,0.,0.
GRID,2,0,1.0,,0.
GRID*   3                               2.              0.
*       0.
GRID    11              0.      1.      0.
GRID    12      0       1.+0    10.-1   0.0E+00
GRID,13,,2.,1.,0.
CQUAD4  1       7       1       2       12      11
CTRIA3  2       8       2       3       13
CTRIA3,3,8,2,13,12
CBAR,4,9,1,2
PLOTEL,5,2,3
PSHELL,7,1,.1
ENDDATA
""", """GRID,1,,0.,0.,0.
GRID,2,,1.,0.,0.
GRID,3,,1.,1.,0.
GRID,4,,0.,1.,0.
GRID,5,,.5,0.,0.
GRID,6,,1.,.5,0.
GRID,7,,.5,1.,0.
GRID,8,,0.,.5,0.
CQUAD8  1       7       1       2       3       4       5       6       +A
+A      7       8
""", """GRDSET,,1,,,,,3456
GRID,1,,1.,0.,0.
GRID,2,,2.,0.,0.
GRID,3,2,2.,90.,0.,2,12
GRID,4,,0.,1.,0.
GRID,7,0,0.,0.,0.
GRID,8,0,0.,0.,3.
GRID,9,0,5.,0.,0.
CORD1R,1,7,8,9
CORD2C  2       1       0.      0.      0.      0.      0.      1.      +C
+C      1.      0.      0.
CORD2S,3,,0.,0.,0.,0.,0.,1.
,1.,0.,0.
CQUAD4,1,7,1,2,3,4,,.1,,,.1,.1
CTRIA3,2,7,1,3,2
CONM2,3,1,,2.5
CELAS2,4,1.+5,1,1
MAT1,1,2.1+11,,.3,7800.
PSHELL,7,1,.1
"""]


def dataset(number, text):
    return f"    -1\n  {number}\n{text}    -1\n"


def unv_node(label, x, y):
    return f"{label:10d}         1         1        11\n   {x:.2f}D+00   {y:.2f}D+00   0.0D+00\n"


UNV = [dataset(164, "         1  SI units            2\n    1.0D+00    1.0D+00    1.0D+00\n    0.0D+00\n")
       + dataset(2411, "".join(unv_node(i + 1, x, y) for i, (x, y) in enumerate(
           [(0, 0), (1, 0), (1, 1), (0, 1), (.5, 0), (1, .5), (.5, 1), (0, .5), (2, 0), (1.5, 0), (1.5, .5)])))
       + dataset(2412, "         1        24         3         0         7         3\n"
                       "         0         0         0\n         4         7         3\n"
                       "         2        95         1         0         7         8\n"
                       "         1         5         2         6         3         7         4         8\n"
                       "         3        42         1         0         7         6\n"
                       "         2        10         9        11         3         6\n")
       + dataset(2467, "         1    0    0    0    0    0    0    1\ntop edge\n"
                       "         8         1         0         0\n"
                       "         2    0    0    0    0    0    0    3\ncorners\n"
                       "         7         1         0         0         7         2         0         0\n"
                       "         7         9         0         0\n"),
       "a plate\n" + dataset(2411, "".join(unv_node(i + 1, x, y) for i, (x, y) in enumerate(
           [(0, 0), (1, 0), (1, 1), (0, 1), (3, 0), (4, 0), (3, 1)])))
       + "written by somebody\n"
       + dataset(2412, "         1        94         1         0         7         4\n"
                       "         1         2         3         4\n"
                       "         2        91         1         0         7         3\n"
                       "         5         7         6\n"
                       "         3       161         1         0         7         1\n         2\n"
                       "         4       136         1         0         7         2\n         2         5\n")]

MSH.append("$NOD\n4\n1 0 0 0\n2 1 0 0\n3 1 1 0\n4 0 1 0\n$ENDNOD\n"
           "$ELM\n3\n1 1 7 1 2 4 1\n2 3 9 1 4 1 2 3 4\n3 3 9 1 4 4 3 2 1\n$ENDELM\n")

# file name, seeds, weight: Gmsh takes 10 ms, the other readers almost nothing
FORMATS = [("mesh.geo", GEO, 12), ("mesh.msh", MSH, 24), ("curves.geo", CURVES, 3), ("curves.msh", MSH, 4),
           ("mesh.inp", INP, 19), ("mesh.bdf", BDF, 16), ("mesh.dat", BDF + INP[:1], 3), ("mesh.unv", UNV, 19)]

MATRIX_INPUT = ["7,1, 7,1, 4\n7,2, 7,2, 5.0D0\n11,1, 11,1, 6\n7,2, 7,1, 1\n-1,1, 7,2, -2.5e-1\n",
                "7,1,7,1,4\n7,2,7,2,5\n7,1,7,2,1\n7,2,7,1,1\n"]
COORDINATE = ["1 1 2.0\n1 2 -1.0\n2 1 -1.0\n2 2 1.0\n3 3 1\n"]
SUBSTRUCTURE = ["""**
*USER ELEMENT, NODES= 3, LINEAR
** ELEMENT NODES
** 5, 5,
** -1
1
2, 2
3, 1
*MATRIX,TYPE=STIFFNESS
9. ,
1. , 8.
0, 0, 7
** SUBSTRUCTURE LOAD CASE VECTOR. SLOAD CASE 1
***CLOAD
** 1, 1, 2.
*MATRIX TYPE=MASS
1
0 1
0 0 1
"""]
DMIG = ["""$ a comment
CORD2R* 4               0               0.              0.
*       0.              0.              1.              0.
*       0.              0.              1.
GRID           1              0.      1.      0.       4
GRID*                  2               0 2.0
*        1.0
SPOINT,7,THRU,9
DMIG    K2             0       6       1       0
DMIG    K2             1       1               1       1   1250.
               1       2   -250.               1       3     1.5
DMIG*   K2                             7               0
*                      7               0 2.5000000D+02
dmig,m,0,6,1
DMIG,M,7,,,7,,5.-1
DMIG,PAX,0,9,1
DMIG,PAX,1,,,7,,5.-1
""", """SOL 103
CEND
BEGIN BULK
CORD1C,4,1,2,3
CORD2S,5,,0.,0.,0.,0.,0.,1.
,1.,0.,0.
GRDSET,,,,,,5
GRID,1,,0.,0.,0.
GRID,2,,0.,0.,1.
GRID,3,,1.,0.,0.,4
DMIG,K2,0,1,2
DMIG,K2,3,1,,3,1,2.
,3,2,1.,,3,3,1.
DMIG,K2,3,2,,3,1,1.
,3,2,4.,,3,3,.5
DMIG,K2,3,3,,3,1,1.
,3,2,.5,,3,3,5.
ENDDATA
""", """BEGIN SUPER 7
EXTRN,1,123456,2,0
GRID,1,,1.,0.,0.
DTI     TUG1    2
        TYPE    ID      COMP    ROW     TYPE    ID      COMP    ROW
        1       3       6       1       2       11      6       7       ENDREC
"""]
OP4_TEXT = ["""       2      -2       6       2KAA     1P,3E10.3
       1       0       6
       5       1
 4.000E+00 1.000E+00
       2       1       2
 1.000D+00 5.000+00
       3       1       1
 1.414E+00
       2       2       6       2MAA     1P,3E10.3
       1       0       3
  196609
 4.000E+00
       2       2       1
 5.000+00
       3       1       1
 1.414E+00
"""]
HARWELL_BOEING = ["""A matrix
             3             1             1             1             0
RSA                        3             3             5             0
(4I3)           (5I3)           (1P,3D8.1)
  1  3  5  6
  1  2  2  3  3
 4.0D+00 1.0D+00 5.0D+00
 2.0D+00 6.0D+00
"""]


def op4(order, big, columns, wide=False):
    """Returns a binary OP4 file with one matrix of 3 x 3."""
    word = "q" if wide else "i"
    width = 8 if wide else 4

    def record(data):
        return struct.pack(order + "i", len(data)) + data + struct.pack(order + "i", len(data))

    def integers(*values):
        return struct.pack(order + word * len(values), *values)

    data = record(integers(3, -3 if big else 3, 6, 2) + b"KAA".ljust(2 * width))
    for j, (row, values) in enumerate(columns):
        numbers = struct.pack(order + "d" * len(values), *values)
        words = len(numbers) // width
        if big:
            head = integers(j + 1, 0, words + 2, words + 1, row)
        else:
            head = integers(j + 1, row, words)
        data += record(head + numbers)
    return data + record(integers(4, 1, 8 // width) + struct.pack(order + "d", 2 ** .5))


COLUMNS = [(1, [4., 1.]), (1, [1., 5., 2.]), (2, [2., 6.])]
OP4_BINARY = [op4("<", False, COLUMNS), op4(">", True, COLUMNS), op4("<", True, COLUMNS, wide=True)]
MARKET = ["%%MatrixMarket matrix coordinate real symmetric\n2 2 3\n1 1 2\n2 1 -1\n2 2 1\n"]

STI = ["1 1  2.0000000000000E+00\n1 2 -1.0000000000000E+00\n2 2  1.0000000000000E+00\n3 3  5.0000000000000E+00\n"]
DOF = ["7.1\n7.2\n11.10\n", "7.1\n7.2\n11.3\n"]

# meshes of bodies from matrices: elements and surfaces of any kind
NODES_INP = ["""*HEADING
*PART, NAME=block
*NODE, NSET=all
1, 0,0,0
2, 1,0,0
3, 1,1,0
4, 0,1,0
5, 0,0,1
6, 1,0,1
7, 1,1,1
8, 0,1,1
9, 2,0,0
*ELEMENT, TYPE=C3D8, ELSET=solid
1, 1,2,3,4,
5,6,7,8
*ELEMENT, TYPE=S4R, ELSET=skin
2, 5,8,7,6
*ELEMENT, TYPE=B31, ELSET=bars
3, 2,9
*ELEMENT, TYPE=CONN3D2
4, 3,9
*END PART
*ASSEMBLY, NAME=whole
*INSTANCE, NAME=block-1, PART=block
1., 2., 3.
0., 0., 0., 0., 0., 1., 90.
*END INSTANCE
*ELSET, ELSET=_top_S2, INTERNAL, INSTANCE=block-1, GENERATE
1, 1, 1
*SURFACE, TYPE=ELEMENT, NAME=top
_top_S2, S2
*SURFACE, NAME=free
block-1.solid,
*SURFACE, NAME=under
skin, SNEG
*SURFACE, NAME=corner, TYPE=NODE
all, 1.
*END ASSEMBLY
"""] + INP
NODES_BDF = ["".join(f"GRID,{i + 1},,{x}.,{y}.,{z}.\n" for i, (x, y, z) in enumerate(
    [(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0), (0, 0, 1), (1, 0, 1), (1, 1, 1), (0, 1, 1)]))
    + """CHEXA          1       9       1       2       3       4       5       6+A
+A             7       8
CTETRA,2,9,1,2,3,5
CPENTA*                3               9               1               2
*                      3               5               6               7
CQUAD4,4,8,5,6,7,8,45.
PLOTEL,5,1,7
"""] + BDF
MOTIONS = ["%%MatrixMarket matrix coordinate real general\n6 2 3\n1 1 1\n5 2 -1.5\n6 1 2e-3\n",
           "%%MatrixMarket matrix coordinate real symmetric\n2 2 4\n1 1 2\n2 1 -1\n1 2 -1\n2 2 1\n",
           """       2       3       2       2T       1P,3E10.3
       1       1       3
 1.000E+00 2.000E+00 3.000E+00
       3       1       1
 1.414E+00
"""]

NODES_UNV = ["""written by hand
    -1
   164
         5mm                            2
  1.00000000000000000D+03  1.00000000000000000D+00  1.00000000000000000D+00
  2.73149999999999977D+02
    -1
    -1
  2411
        11         1         1        11
   0.0000000000000000D+00   0.0000000000000000D+00   0.0000000000000000D+00
        12         1         1        11
   1.0000000000000000D+01   0.0000000000000000D+00   0.0000000000000000D+00
        13         1         1        11
   1.0000000000000000D+01   2.0000000000000000D+01   0.0000000000000000D+00
        15         1         1        11
   0.0000000000000000D+00   0.0000000000000000D+00   5.0000000000000000D+00
    -1
    -1
  2412
         1       111         1         1         7         4
        11        12        13        15
         2        91         1         1         7         3
        11        12        13
         3        21         1         1         7         2
         0         1         1
        11        15
         4       136         1         1         7         2
        11        12
    -1
    -1
  2467
         1         0         0         0         0         0         0         3
FOOT
         7        11         0         0         7        12         0         0
         7        13         0         0
         2         0         0         0         0         0         0         1
FACE
         8         2         0         0
    -1
""", """    -1
    15
         1         0         0         1  0.00000E+00  0.00000E+00  0.00000E+00
         2         0         0         1  1.00000E+00  0.00000E+00  0.00000E+00
         3         0         0         1  1.00000E+00  1.00000E+00  0.00000E+00
         4         0         0         1  0.00000E+00  1.00000E+00  0.00000E+00
         5         0         0         1  5.00000E-01  0.00000E+00  0.00000E+00
         6         0         0         1  1.00000E+00  5.00000E-01  0.00000E+00
         7         0         0         1  5.00000E-01  5.00000E-01  0.00000E+00
    -1
    -1
  2412
         1        92         1         1         7         6
         1         5         2         6         3         7
         2        24         1         1         7         3
         0         1         1
         1         5         2
    -1
    -1
  2430
         1         0         0         0         0         3
SIDE
         7         1         7         2         8         1
    -1
"""]

MATRICES = [("matrices_input.mtx", MATRIX_INPUT, 1), ("matrices_coordinate.mtx", COORDINATE, 1),
            ("matrices_substructure.mtx", SUBSTRUCTURE, 1), ("matrices.pch", DMIG, 1), ("matrices.op4", OP4_TEXT, 1),
            ("matrices_binary.op4", OP4_BINARY, 1), ("matrices.hb", HARWELL_BOEING, 1), ("matrices.mtx", MARKET, 1),
            ("matrices_calculix.sti", STI, 1), ("matrices_table.dof", DOF, 1), ("nodes.inp", NODES_INP, 1),
            ("nodes.bdf", NODES_BDF, 1), ("nodes.unv", NODES_UNV, 1), ("motions.mtx", MOTIONS, 1)]
BESIDE = {"matrices_calculix.dof": DOF[1], "matrices_table.sti": STI[0]}  # undamaged files beside others
READ_AS = {"matrices_table.dof": "matrices_table.sti"}  # files that are read with another one
