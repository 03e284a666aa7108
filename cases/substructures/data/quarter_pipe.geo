// A quarter of a pipe about the origin, between the radii a and b: quadrilaterals of 8 nodes.
Mesh.ElementOrder = 2;
Mesh.SecondOrderIncomplete = 1;
DefineConstant[
  a = 0.05, // inner radius [m]
  b = 0.1,  // outer radius [m]
  nr = 8,   // elements along the radius
  na = 12   // elements around the quarter
];
Point(1) = {a, 0, 0};
line[] = Extrude {b - a, 0, 0} { Point{1}; Layers{nr}; };
quarter[] = Extrude { {0, 0, 1}, {0, 0, 0}, Pi / 2 } { Curve{line[1]}; Layers{na}; Recombine; };
Physical Surface("pipe") = {quarter[1]};
Physical Curve("along_x") = {line[1]};
Physical Curve("along_y") = {quarter[0]};
Physical Curve("bore") = {Abs(quarter[3])};
Physical Curve("outside") = {Abs(quarter[2])};
Physical Point("inner") = {1};
