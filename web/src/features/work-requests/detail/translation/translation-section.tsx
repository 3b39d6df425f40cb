import { Button } from '@mantine/core'
import { fieldRules, translations, type workrequests } from '@reelay/api/contract'
import { Link } from '@tanstack/react-router'
import { useTranslation } from '../../../../i18n/i18n.ts'
import { useEndpointQuery } from '../../../../api/queries.ts'
import { useMustAnswer } from '../../../shared/must-answer.ts'
import { TranslationStatus } from '../../../shared/status.tsx'
import { ProgressBar } from '../../../../ui/feedback/progress-bar.tsx'
import { Section } from '../../../../ui/layout/section.tsx'
import { formatNumber } from '../../../../ui/format/format.ts'
import { ImportExport } from './import-export.tsx'
import { LineList } from './line-list.tsx'
import { TranslationActions } from './translation-actions.tsx'
import { TranslatorField } from './translator-field.tsx'
import section from '../section.module.css'
import styles from './translation.module.css'

type Props = {
  title: string
  part: 'dialogue' | 'graphics'
  request: workrequests.WorkRequest
  translation: translations.TranslationEmbedded
}

/** The progress of a translation, its translator, its check results and its actions. */
export function TranslationSection({ title, part, request, translation }: Props) {
  const { t } = useTranslation('request')
  const { status, lines } = translation
  const isEnded = fieldRules.isFinal(request.status)
  const mustAnswer = useMustAnswer(request)
  const translated = lines.filter(({ text }) => text).length
  return (
    <Section
      anchor={part === 'dialogue' ? 'translation' : 'graphics'}
      title={title}
      inCard
      note={<TranslationStatus status={status} />}
    >
      <div className={styles.stack}>
        {lines.length > 0 && (
          <div>
            <p className={section.item}>
              <span>
                {t('translation.progress', {
                  translated: formatNumber(translated),
                  count: lines.length,
                })}
              </span>
              <Checks id={translation._id} />
            </p>
            <ProgressBar
              label={t('translation.progressOf', { title })}
              value={lines.length ? translated / lines.length : 0}
              isMuted={status === 'approved'}
            />
          </div>
        )}
        {lines.length === 0 && <p className={section.hint}>{t('translation.noLines')}</p>}
        <TranslatorField
          translation={translation}
          request={request}
          label={t('translation.translatorOf', { title })}
        />
        <div className={section.actions}>
          <Button
            variant="default"
            size="sm"
            renderRoot={(props) => (
              <Link
                {...props}
                to="/workrequests/$id/translate"
                params={{ id: request._id }}
                search={{ sheet: part }}
              />
            )}
          >
            {t('translation.open')}
          </Button>
          {!isEnded && !mustAnswer && <TranslationActions translation={translation} />}
          <ImportExport translation={translation} title={title} mayWork={!mustAnswer} />
        </div>
        {lines.length > 0 && (
          <details className={section.details}>
            <summary>{t('translation.showLines')}</summary>
            <LineList
              lines={lines}
              language={translation.language}
              label={t('translation.linesOf', { title })}
            />
          </details>
        )}
      </div>
    </Section>
  )
}

function Checks({ id }: { id: string }) {
  const { t } = useTranslation('request')
  const { data } = useEndpointQuery(translations.getChecks, { params: { id } })
  if (!data) return null
  return (
    <span className={section.hint}>
      {data.errors + data.warnings === 0
        ? t('translation.clean')
        : [
            data.errors && t('translation.errors', { count: data.errors }),
            data.warnings && t('translation.warnings', { count: data.warnings }),
          ]
            .filter(Boolean)
            .join(', ')}
    </span>
  )
}
