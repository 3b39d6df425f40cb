// oxlint-disable-next-line no-control-regex -- these must not reach a line
const CONTROL = /[\u0000-\u001f\u007f]/g

/** What a provider answers, as one row of words. */
export const cleanText = (text: string): string =>
  text.replace(CONTROL, ' ').split(' ').filter(Boolean).join(' ')
