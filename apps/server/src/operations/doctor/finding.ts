/** What a look at one thing found, in one line: `wrong` keeps the site from working, `mind` may hurt it one day. */
export interface Finding {
  readonly mark: 'good' | 'mind' | 'wrong'
  readonly about: string
  readonly sentence: string
}

export const good = (about: string, sentence: string): Finding => ({ mark: 'good', about, sentence })
export const mind = (about: string, sentence: string): Finding => ({ mark: 'mind', about, sentence })
export const wrong = (about: string, sentence: string): Finding => ({ mark: 'wrong', about, sentence })

export const megabytes = (bytes: number): string => `${Math.round(bytes / 1e6).toLocaleString('en')} MB`
