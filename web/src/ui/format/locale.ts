import i18next from 'i18next'

/**
 * How numbers and dates are written: in the language of the app, and of its countries the reader's.
 * Figures are the same everywhere, because timecodes are.
 */
export function locale(): string {
  const language = i18next.language ?? 'en'
  const wish =
    typeof navigator === 'undefined'
      ? undefined
      : navigator.languages.find((candidate) => candidate.split('-')[0] === language)
  return `${wish ?? (language === 'en' ? 'en-GB' : language)}-u-nu-latn`
}
