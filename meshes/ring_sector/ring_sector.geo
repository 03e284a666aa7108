// Sector of a ring about the origin, symmetric to the x axis, with curved sides of second order.
DefineConstant[
  inner = 0.04, // inner radius [m]
  outer = 0.06, // outer radius [m]
  angle = 60,   // of the sector [deg]
  nr = 4,       // elements along the radius
  nt = 12       // elements along the arc
];

half = angle / 2 * Pi / 180;
Point(1) = {0, 0, 0};
Point(2) = {inner * Cos(half), -inner * Sin(half), 0};
Point(3) = {outer * Cos(half), -outer * Sin(half), 0};
Point(4) = {outer * Cos(half), outer * Sin(half), 0};
Point(5) = {inner * Cos(half), inner * Sin(half), 0};
Line(1) = {2, 3};
Circle(2) = {3, 1, 4};
Line(3) = {4, 5};
Circle(4) = {5, 1, 2};
Curve Loop(1) = {1, 2, 3, 4};
Plane Surface(1) = {1};
Transfinite Curve {1, 3} = nr + 1;
Transfinite Curve {2, 4} = nt + 1;
Transfinite Surface {1};
Recombine Surface {1};

Mesh.ElementOrder = 2;
Mesh.SecondOrderIncomplete = 1; // eight nodes, none in the middle

Physical Surface("sector") = {1};
Physical Curve("lower_side") = {1};
Physical Curve("outer_face") = {2};
Physical Curve("upper_side") = {3};
Physical Curve("inner_face") = {4};
