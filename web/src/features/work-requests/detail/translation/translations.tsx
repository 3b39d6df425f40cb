import { materialRules, type workrequests } from '@reelay/api/contract'
import { useTranslation } from '../../../../i18n/i18n.ts'
import { TranslationSection } from './translation-section.tsx'

/**
 * Those that were ordered, and any that was given to somebody. Dedicated graphics are drawn from
 * their list of words.
 */
export function Translations({ request }: { request: workrequests.WorkRequest }) {
  const { t } = useTranslation('request')
  const { translation, graphicsTranslation, dng } = request
  const spoken = [...dng.dialogue, ...dng.narration].includes(materialRules.SUBTITLES_MATERIAL)
  const drawn = dng.graphics.some((treatment) => treatment !== 'OV')
  return (
    <>
      {(spoken || translation.translator) && (
        <TranslationSection
          title={t('translation.dialogue')}
          part="dialogue"
          request={request}
          translation={translation}
        />
      )}
      {(drawn || graphicsTranslation.translator) && (
        <TranslationSection
          title={t('translation.graphics')}
          part="graphics"
          request={request}
          translation={graphicsTranslation}
        />
      )}
    </>
  )
}
