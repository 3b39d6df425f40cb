import i18next from 'i18next'

/**
 * The language of the app with the region of the browser. Always Latin digits, because timecodes
 * use them.
 */
export function locale(): string {
  const language = i18next.language ?? 'en'
  const regional =
    typeof navigator === 'undefined'
      ? undefined
      : navigator.languages.find((candidate) => candidate.split('-')[0] === language)
  return `${regional ?? (language === 'en' ? 'en-GB' : language)}-u-nu-latn`
}

const formats = new Map<string, Intl.NumberFormat>()

/** Keeps the formatters: to create one takes longer than to draw the row that it is for. */
export function formatAmount(amount: number, options: Intl.NumberFormatOptions = {}): string {
  const language = locale()
  const key = `${language} ${JSON.stringify(options)}`
  const format = formats.get(key) ?? new Intl.NumberFormat(language, options)
  formats.set(key, format)
  return format.format(amount)
}
