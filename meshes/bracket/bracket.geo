// The bracket of bracket.step as tetrahedra of 10 nodes.
SetFactory("OpenCASCADE");
Geometry.OCCTargetUnit = "M"; // lengths become metres, whatever the unit of the file
DefineConstant[ size = 0.006 ]; // of the elements [m]
Merge "bracket.step";

Mesh.CharacteristicLengthMax = size;

Mesh.ElementOrder = 2;
Mesh.SecondOrderIncomplete = 1;

e = 1e-4; // margin of the boxes [m]
wall() = Surface In BoundingBox {-e, -e, -e, e, 0.04 + e, 0.06 + e};
hole() = Surface In BoundingBox {0.032 - e, 0.012 - e, -e, 0.048 + e, 0.028 + e, 0.008 + e};
Physical Volume("body") = Volume{:};
Physical Surface("wall") = wall();
Physical Surface("hole") = hole();
