const name = 'faucetFree'

/** Whether the last claim of this browser asked for no captcha; the next one mostly does as it did. */
export const wasFree = (): boolean => {
  try {
    return localStorage.getItem(name) === 'yes'
  } catch {
    return false
  }
}

export const rememberFree = (isFree: boolean): void => {
  try {
    if (isFree) localStorage.setItem(name, 'yes')
    else localStorage.removeItem(name)
  } catch {
    // A browser that keeps nothing reserves the space of pictures.
  }
}
