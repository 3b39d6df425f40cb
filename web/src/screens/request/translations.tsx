import { requestMaterials, type workrequests } from '@reelay/api/contract'
import { useTranslation } from 'react-i18next'
import { TranslationPart } from './translation.tsx'

/** Those that were ordered, and any that somebody has begun. */
export function Translations({ request }: { request: workrequests.WorkRequest }) {
  const { t } = useTranslation('request')
  const { translation, graphicsTranslation, dng } = request
  const spoken = [...dng.dialogue, ...dng.narration].includes(requestMaterials.FOLLOWS)
  const drawn = dng.graphics.includes(requestMaterials.FOLLOWS)
  return (
    <>
      {(spoken || translation.lines.length > 0) && <TranslationPart title={t('translation.dialogue')} part="dialogue" request={request} translation={translation} />}
      {(drawn || graphicsTranslation.lines.length > 0) && <TranslationPart title={t('translation.graphics')} part="graphics" request={request} translation={graphicsTranslation} />}
    </>
  )
}
