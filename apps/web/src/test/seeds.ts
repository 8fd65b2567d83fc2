/** Where random inputs begin: the same every time, and once anew. The name of the test says which, as one more to keep. */
export const seeds = [20_261_120, 1, 4_294_967, Math.floor(Math.random() * 2 ** 31)]
