import { Button } from '@mantine/core'
import { fieldRules, materialRules, scripts, type workrequests } from '@reelay/api/contract'
import { Link } from '@tanstack/react-router'
import { useTranslation } from '../../../../i18n/i18n.ts'
import { useEndpointQuery } from '../../../../api/queries.ts'
import { useHasPermission } from '../../../shared/current-user.ts'
import { translationPart } from '../../../shared/translation-part.ts'
import styles from './next-steps.module.css'

/** A translation starts from the script of the asset, which may come after the order. */
export function ScriptSteps({ request }: { request: workrequests.WorkRequest }) {
  const waiting = fieldRules.isFinal(request.status)
    ? []
    : materialRules
        .orderedTranslations(request)
        .filter(({ lines, status }) => lines.length === 0 && status !== 'approved')
        .map((translation) => translationPart(request, translation))
  const { data } = useEndpointQuery(
    scripts.listScripts,
    { query: { asset: request.asset._id } },
    { enabled: waiting.length > 0 },
  )
  return data && waiting.length > 0 ? (
    <ul className={styles.blockers}>
      {waiting.map((part) => (
        <ScriptStep
          key={part}
          id={request._id}
          part={part}
          hasScript={data.items.some((script) => script.part === part && script.lines > 0)}
        />
      ))}
    </ul>
  ) : null
}

type StepProps = { id: string; part: 'dialogue' | 'graphics'; hasScript: boolean }

function ScriptStep({ id, part, hasScript }: StepProps) {
  const { t } = useTranslation('request')
  const [mayImport, mayTranslate] = [
    useHasPermission('asset.write'),
    useHasPermission('translation.write'),
  ]
  if (hasScript ? !mayTranslate : !mayImport) return null
  return (
    <li className={styles.scriptStep}>
      <span>{t(hasScript ? `script.arrived.${part}` : `script.missing.${part}`)}</span>
      <Button
        size="xs"
        variant="default"
        renderRoot={(props) =>
          hasScript ? (
            <Link
              {...props}
              to="/workrequests/$id/translate"
              params={{ id }}
              search={{ sheet: part }}
            />
          ) : (
            <Link {...props} to="." hash="script" />
          )
        }
      >
        {t(hasScript ? 'script.add' : 'script.import')}
      </Button>
    </li>
  )
}
