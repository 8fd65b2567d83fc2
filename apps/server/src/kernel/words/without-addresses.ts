/** Mail servers name the receiver and quote links in their refusals, and no record of ours may keep either. */
export const withoutAddresses = (text: string): string =>
  text.replaceAll(/[\w.+%-]+@[\w-]+(\.[\w-]+)+/g, '[address]').replaceAll(/\bhttps?:\/\/\S+/gi, '[link]')
