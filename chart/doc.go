// Package chart draws series of numbers as pictures (SVG, PNG) and as plots of text.
//
// A [Chart] says what to draw; [Chart.SVG], [Chart.PNG], [Chart.Text] and [Panels] draw it. Axes carry units, lines are named at their ends,
// intervals are shown, and a policy has the same colour and dashes in every chart (see [StyleOf]), chosen so that those who do not see
// all colours can tell them apart. A [HeatMap] is a surface over a rectangle.
package chart
