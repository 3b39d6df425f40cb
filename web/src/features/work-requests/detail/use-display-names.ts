import { useTranslation } from '../../../i18n/i18n.ts'

/** Words of the trade where they are known; others are kept as they were written. */
export function useDisplayNames() {
  const { t, i18n } = useTranslation(['trade', 'request'])
  const known = (family: 'part' | 'treatment' | 'use' | 'code', word: string) =>
    i18n.exists(`${family}.${word}`, { ns: 'trade' })
      ? t(`trade:${family}.${word}` as 'trade:use.Online')
      : word
  return {
    partName: (part: string) => known('part', part),
    /** `OV` is the trade's short word; a newcomer should not have to know it. */
    treatmentName: (treatment: string) =>
      treatment === 'OV' ? t('request:originalVersion') : known('treatment', treatment),
    useName: (use: string) => known('use', use),
    codeName: (code: string) => known('code', code),
    materialName: (name: string) =>
      i18n.exists(`material.${name}`, { ns: 'request' })
        ? t(`request:material.${name}` as 'request:material.Dubbed')
        : name,
  }
}
