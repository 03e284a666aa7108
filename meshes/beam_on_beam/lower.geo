// Lower beam: x from 0 to length, y from -height to 0; clamped end at x = 0, sliding line y = 0.
DefineConstant[
  length = 0.1,   // [m]
  height = 0.002, // [m]
  nx = 100,       // elements along the beam
  ny = 2          // elements through the height
];

Point(1) = {0, -height, 0};
Point(2) = {length, -height, 0};
Point(3) = {length, 0, 0};
Point(4) = {0, 0, 0};
Line(1) = {1, 2};
Line(2) = {2, 3};
Line(3) = {3, 4};
Line(4) = {4, 1};
Curve Loop(1) = {1, 2, 3, 4};
Plane Surface(1) = {1};

Transfinite Curve {1, 3} = nx + 1;
Transfinite Curve {2, 4} = ny + 1;
Transfinite Surface {1};
Recombine Surface {1};

Physical Surface("beam") = {1};
Physical Curve("clamp") = {4};
Physical Curve("top") = {3};
Physical Curve("free_end") = {2};
Physical Curve("bottom") = {1};
Physical Point("free_tip") = {3};
