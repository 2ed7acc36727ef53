// Package predictions holds the predictions of the fluid models against simulations, on fleets drawn at random.
package predictions
