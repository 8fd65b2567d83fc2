/** How a worker of the page sees the same computer. */
export type WorkerView = {
  readonly agent: string
  readonly cores: number
  readonly language: string
  readonly timeZone: string
}

const view: WorkerView = {
  agent: navigator.userAgent,
  cores: navigator.hardwareConcurrency,
  language: navigator.language,
  timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
}
self.postMessage(view)
