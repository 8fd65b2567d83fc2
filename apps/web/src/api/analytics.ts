export interface Incident {
  /** Such as `network` or `chunk`. */
  type: string
  message: string
  address?: string
}

/** Tells whoever listens, such as the owner's own script, by the DOM event `runnel:analytics`. */
export const report = (incident: Incident): void => {
  console.warn(`${incident.type}: ${incident.message}`, incident.address ?? '')
  window.dispatchEvent(new CustomEvent('runnel:analytics', { detail: incident }))
}
