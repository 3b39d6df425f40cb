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
