import { useTranslation } from '../../../i18n/i18n.ts'

/** Translated names of trade terms. Unknown values are shown as they are. */
export function useDisplayNames() {
  const { t, i18n } = useTranslation(['trade', 'request'])
  const translate = (group: 'part' | 'treatment' | 'use' | 'code', value: string) =>
    i18n.exists(`${group}.${value}`, { ns: 'trade' })
      ? t(`trade:${group}.${value}` as 'trade:use.Online')
      : value
  return {
    partName: (part: string) => translate('part', part),
    /** Spells out `OV`, which newcomers may not know. */
    treatmentName: (treatment: string) =>
      treatment === 'OV' ? t('request:originalVersion') : translate('treatment', treatment),
    nameOfUse: (use: string) => translate('use', use),
    codeName: (code: string) => translate('code', code),
    materialName: (name: string) =>
      i18n.exists(`material.${name}`, { ns: 'request' })
        ? t(`request:material.${name}` as 'request:material.Dubbed')
        : name,
  }
}
