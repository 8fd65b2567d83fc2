export type DepositProcessorName = 'sandbox' | 'btcpay' | 'nowpayments' | 'faucetpay'

/** What the owner configured for the processors, its secrets already readable. An empty text is "not set". */
export interface DepositConfig {
  readonly btcpay: {
    readonly url: string
    readonly apiKey: string
    readonly storeId: string
    readonly webhookSecret: string
  }
  readonly nowpayments: { readonly url: string; readonly apiKey: string; readonly ipnSecret: string }
  readonly faucetpay: { readonly url: string; readonly username: string }
}

/** An invoice as a provider is told of it. */
export interface InvoiceOrder {
  /** Our deposit: the provider carries it along, so that an invoice is found by it even when its own id was lost. */
  readonly id: string
  /** Decimal of the site's currency. */
  readonly amount: string
  readonly currency: string
  /** The coin as this provider names it, or null when the payer chooses at the provider. */
  readonly coin: string | null
  readonly description: string
  readonly returnUrl: string
  readonly cancelUrl: string
  readonly webhookUrl: string
  readonly expiresAt: Date
}

/**
 * `refused`: for certain nothing was opened. `unknown`: an invoice may stand at the provider; `find` tells where the
 * provider can be asked, and where it cannot nobody ever learned the invoice's address, so nobody pays it.
 */
export type CreatedInvoice =
  | { readonly kind: 'opened'; readonly providerId: string; readonly depositUrl: string }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'unknown'; readonly reason: string }

/** Which deposit is asked for. What was ordered stands beside it, so that another's payment is never taken for it. */
export interface InvoiceQuestion {
  readonly depositId: string
  readonly providerId: string | null
  readonly amount: string
  readonly currency: string
  /** Tokens to ask about, which webhooks named for this deposit; BTCPay Server and the sandbox need none. */
  readonly tokens: readonly string[]
  /** Decimal of what was credited before. Who asks about each token once needs it to tell too little from enough. */
  readonly received: string
}

/** One amount that really arrived. */
export interface Payment {
  /** The provider's own id of it: the same whenever it is read, so that who credits by it credits once. */
  readonly paidId: string
  /** Decimal of the site's currency, rounded down. */
  readonly paid: string
}

/** How all that arrived stands to what was ordered. */
export type PaymentNote = 'exact' | 'partial' | 'over' | 'late'

/**
 * What a provider says of an invoice, read from the provider itself. `paid` lists every payment that is final, also
 * those of earlier readings; more may be added to it later. `expired` and `failed` are no last word: a late payment
 * turns them into `paid`. `unknown`: nothing was learned, or what was learned fits no rule and a person must look.
 */
export type InvoiceState =
  | { readonly kind: 'waiting' | 'processing' | 'expired' | 'failed' }
  | {
      readonly kind: 'paid'
      readonly note: PaymentNote
      readonly payments: readonly Payment[]
      /** Why something else that was named for it could not be read: that may be a further payment. */
      readonly unread?: string
    }
  | { readonly kind: 'unknown'; readonly reason: string }

/**
 * What became of a token that was asked about. `settled`: its payment is among those of this answer, and nothing more
 * comes of it. `missing`: the provider knows no such payment. `open`: it is to be asked about again.
 */
export interface TokenAnswer {
  readonly token: string
  readonly kind: 'settled' | 'missing' | 'open'
}

export type InvoiceAnswer = InvoiceState & {
  /** Given by processors that ask about each token once; whatever isn't named was not asked about. */
  readonly tokens?: readonly TokenAnswer[]
}

/** A call exactly as it arrived; a `raw` route hands its handler the same. Header names are in lower case. */
export interface WebhookCall {
  readonly body: Uint8Array
  /** Everything behind the question mark, not decoded. */
  readonly query: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
}

/**
 * What a webhook says. `heard` names a deposit of ours, by our id or the provider's, and nothing more: no amount and
 * no state of a webhook is ever taken over, the invoice is read by `fetchInvoice` before anything is credited.
 * `unreachable`: the provider had to be asked and did not answer; it should repeat the call.
 * `crowded`: the provider had to be asked, more often than strangers may cause; it should repeat the call.
 */
export type WebhookResult =
  | {
      readonly kind: 'heard'
      readonly depositId: string | null
      readonly providerId: string | null
      readonly token: string | null
      /** Its signature was wrong, but its provider confirmed that the token is a payment of this deposit. */
      readonly isConfirmed?: true
    }
  | { readonly kind: 'bad-signature' }
  | { readonly kind: 'unreadable' }
  | { readonly kind: 'ignored'; readonly why: string }
  | { readonly kind: 'unreachable'; readonly reason: string }
  | { readonly kind: 'crowded' }

/** An answer to a webhook, in the form in which the provider expects it. */
export interface WebhookReply {
  readonly status: number
  readonly body: string
}

export interface WebhookReplies {
  /** Taken, or nothing to take: not to be repeated. */
  readonly ok: WebhookReply
  /** A bad signature or a body that cannot be read: not to be repeated. */
  readonly refused: WebhookReply
  /** We or the provider could not tell now: to be repeated. */
  readonly later: WebhookReply
}

/** Whether a provider may be asked now. A deposit that is given must be one of its own that is still looked at. */
export type MayAsk = (depositId?: string) => Promise<boolean>

export interface DepositProcessor {
  readonly name: DepositProcessorName
  /** Why this processor cannot be used now, as a sentence for the owner; null when it can. */
  readonly closed: (config: DepositConfig) => string | null
  readonly open: (config: DepositConfig, order: InvoiceOrder) => Promise<CreatedInvoice>
  /**
   * `mayAsk` is called before a provider is asked about what anybody could have sent; without it, or where it says no,
   * the call counts as `crowded`, or as `bad-signature` where calls are signed.
   */
  readonly readWebhook: (config: DepositConfig, call: WebhookCall, mayAsk?: MayAsk) => Promise<WebhookResult>
  readonly fetchInvoice: (config: DepositConfig, question: InvoiceQuestion) => Promise<InvoiceAnswer>
  /**
   * Its calls bear no signature: the payer knows the address and can name any token. Of each only that token is asked
   * about, and every question counts against limits of the whole site.
   */
  readonly isUnsigned?: true
  /**
   * The invoice of a deposit whose opening ended `unknown`; null when the provider has none. Throws when the provider
   * does not answer. Missing where the provider cannot be asked.
   */
  readonly find?: (
    config: DepositConfig,
    wanted: { readonly depositId: string },
  ) => Promise<{ readonly providerId: string; readonly depositUrl: string } | null>
  readonly reply: WebhookReplies
}

/** The processors that this site runs. */
export type DepositProcessors = { readonly [P in DepositProcessorName]?: DepositProcessor }
