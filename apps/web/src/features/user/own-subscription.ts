const pushName = 'pushEndpoint'

/** Where the site was told to send this browser's push notifications; null for nowhere. */
export const rememberPush = (endpoint: string | null): void => {
  try {
    if (endpoint === null) localStorage.removeItem(pushName)
    else localStorage.setItem(pushName, endpoint)
  } catch {
    // What a browser does not keep is not compared later.
  }
}

export const rememberedPush = (): string | null => {
  try {
    return localStorage.getItem(pushName)
  } catch {
    return null
  }
}

/** Ends push notifications here without a word to the site, which forgets them with the session. */
export const endOwnSubscription = async (): Promise<void> => {
  rememberPush(null)
  const registration = await navigator.serviceWorker?.getRegistration()
  await (await registration?.pushManager?.getSubscription())?.unsubscribe()
}
