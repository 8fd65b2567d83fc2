import type { DepositProcessors } from '#adapters/deposit/deposit.ts'

/**
 * The deposit processors of a world. Where BTCPay Server and NOWPayments are is a setting, but there is only one
 * FaucetPay: `faucetpayAt` lets a test say where its fake listens.
 */
export const createTestDeposits = (real: DepositProcessors) => {
  const { faucetpay } = real
  let url = ''
  if (faucetpay === undefined) return { processors: real, faucetpayAt: () => undefined }
  const at = <C extends { readonly faucetpay: { readonly username: string } }>(config: C) => ({
    ...config,
    faucetpay: { ...config.faucetpay, url },
  })
  const processors: DepositProcessors = {
    ...real,
    faucetpay: {
      ...faucetpay,
      closed: (config) => faucetpay.closed(at(config)),
      open: (config, order) => faucetpay.open(at(config), order),
      hear: (config, call) => faucetpay.hear(at(config), call),
      lookup: (config, question) => faucetpay.lookup(at(config), question),
    },
  }
  return { processors, faucetpayAt: (address: string) => void (url = address) }
}
