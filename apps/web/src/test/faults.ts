/** What the contract forbids and a test answered; the test fails by it even if its page does not mind (setup.ts). */
export const faults: unknown[] = []
