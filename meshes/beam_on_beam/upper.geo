// Upper beam: x from 0 to length, y from 0 to height; its lower corner at the origin slides, its
// far end is held and driven.
DefineConstant[
  length = 0.075,  // [m]
  height = 0.0015, // [m]
  nx = 75,         // elements along the beam
  ny = 2           // elements through the height
];

// Extruded in layers: nodes then lie at (i length / nx, j height / ny) to round-off, where
// transfinite curves leave 1e-13 m.
Point(1) = {0, 0, 0};
side[] = Extrude {0, height, 0} { Point{1}; Layers{ny}; };
left = side[1];
body[] = Extrude {length, 0, 0} { Curve{left}; Layers{nx}; Recombine; };
right = body[0];

Physical Surface("beam") = {body[1]};
Physical Curve("end") = {right};
Physical Curve("bottom") = {Abs(body[3])};
Physical Curve("top") = {body[2]};
Physical Point("tip") = {1};
