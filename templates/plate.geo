// A rectangle with a rounded upper right corner, its lower edge on y = 0. Open it in Gmsh to see it.
DefineConstant[
  length = 0.04, // [m]
  height = 0.02, // [m]
  radius = 0.005, // [m]
  size = 0.0015  // [m] of the elements
];

Point(1) = {-length / 2, 0, 0, size};
Point(2) = {length / 2, 0, 0, size};
Point(3) = {length / 2, height - radius, 0, size};
Point(4) = {length / 2 - radius, height - radius, 0, size};
Point(5) = {length / 2 - radius, height, 0, size};
Point(6) = {-length / 2, height, 0, size};

Line(1) = {1, 2};
Line(2) = {2, 3};
Circle(3) = {3, 4, 5};
Line(4) = {5, 6};
Line(5) = {6, 1};
Curve Loop(1) = {1, 2, 3, 4, 5};
Plane Surface(1) = {1};

Physical Surface("block") = {1};
Physical Curve("bottom") = {1};
Physical Curve("top") = {4};
