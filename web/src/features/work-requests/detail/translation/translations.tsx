import { materialRules, type workrequests } from '@reelay/api/contract'
import { useTranslation } from '../../../../i18n/i18n.ts'
import { TranslationSection } from './translation-section.tsx'

/** The ordered translations, and any that has a translator. Dedicated graphics need their texts. */
export function Translations({ request }: { request: workrequests.WorkRequest }) {
  const { t } = useTranslation('request')
  const { translation, graphicsTranslation, dng } = request
  const hasDialogue = [...dng.dialogue, ...dng.narration].includes(materialRules.SUBTITLES_MATERIAL)
  const hasGraphics = dng.graphics.some((treatment) => treatment !== 'OV')
  return (
    <>
      {(hasDialogue || translation.translator) && (
        <TranslationSection
          title={t('translation.dialogue')}
          part="dialogue"
          request={request}
          translation={translation}
        />
      )}
      {(hasGraphics || graphicsTranslation.translator) && (
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
