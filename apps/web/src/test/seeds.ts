/** Starts of random inputs: three that stay, and a new one. The test’s name has it, so that a bad one can be added. */
export const seeds = [20_261_120, 1, 4_294_967, Math.floor(Math.random() * 2 ** 31)]
