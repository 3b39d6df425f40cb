import type { ReadableFormatName } from '@reelay/subtitles/formats'
import { useTranslation } from '../../i18n/i18n.ts'

export const useFormatOptions = (names: readonly ReadableFormatName[]) => {
  const { t } = useTranslation('translation-editor')
  return names.map((value) => ({ value, name: t(`format.${value}`) }))
}
