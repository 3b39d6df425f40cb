import { useState } from 'react'
import { Button } from '@mantine/core'
import { scripts, type assets } from '@reelay/api/contract'
import { useTranslation } from '../../i18n/i18n.ts'
import { useEndpointQuery } from '../../api/queries.ts'
import { useHasPermission } from '../shared/current-user.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { PendingLines } from '../../ui/feedback/pending.tsx'
import { Item, ItemList } from '../../ui/layout/item-list.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { languageName } from '../../ui/format/format.ts'
import { NewScript } from './new-script.tsx'
import { ScriptTranscription } from './script-drafts.tsx'
import { ScriptEditor } from './script-editor.tsx'
import { ScriptImport } from './script-import.tsx'

type Opened =
  | { dialog: 'edit' | 'import' | 'transcribe'; script: scripts.Script }
  | { dialog: 'new' }

type Props = {
  asset: Pick<assets.Asset, '_id'>
  /** The id or the slug, as the page has asked for them. */
  of: string
}

/** The dialogue script and the graphics list of an asset. Translations start from them. */
export function AssetScripts({ asset, of }: Props) {
  const { t } = useTranslation('scripts')
  const mayWrite = useHasPermission('asset.write')
  const [opened, setOpened] = useState<Opened | null>(null)
  const { data, error } = useEndpointQuery(scripts.listScripts, { query: { asset: of } })
  const missing = scripts.SCRIPT_PARTS.filter(
    (part) => !data?.items.some((script) => script.part === part),
  )
  const close = () => setOpened(null)
  const add = mayWrite && data && missing.length > 0 && (
    <Button variant="default" onClick={() => setOpened({ dialog: 'new' })}>
      {t('add')}
    </Button>
  )
  if (!data && !error && mayWrite)
    return (
      <Section title={t('title')}>
        <PendingLines />
      </Section>
    )
  if (!data || (!data.items.length && !mayWrite)) return null
  return (
    <Section title={t('title')}>
      {data.items.length === 0 ? (
        <EmptyState title={t('none')} action={add}>
          <p>{t('emptyHint')}</p>
        </EmptyState>
      ) : (
        <>
          <ItemList label={t('title')}>
            {data.items.map((script) => (
              <Item
                key={script._id}
                name={t(`part.${script.part}`)}
                details={[
                  `${languageName(script.language)} · ${t('lines', { count: script.lines })}`,
                ]}
              >
                {mayWrite && (
                  <>
                    {script.part === 'dialogue' && script.lines === 0 && (
                      <Button
                        size="xs"
                        variant="default"
                        onClick={() => setOpened({ dialog: 'transcribe', script })}
                      >
                        {t('transcribe.open')}
                      </Button>
                    )}
                    <Button
                      size="xs"
                      variant="default"
                      onClick={() => setOpened({ dialog: 'edit', script })}
                    >
                      {t('edit')}
                      <span className="visually-hidden"> {t(`part.${script.part}`)}</span>
                    </Button>
                    <Button
                      size="xs"
                      variant="default"
                      onClick={() => setOpened({ dialog: 'import', script })}
                    >
                      {t('import')}
                      <span className="visually-hidden"> {t(`part.${script.part}`)}</span>
                    </Button>
                  </>
                )}
              </Item>
            ))}
          </ItemList>
          {add}
        </>
      )}
      {opened?.dialog === 'new' && (
        <NewScript
          asset={asset._id}
          parts={missing}
          onClose={close}
          onTyped={(script) => setOpened({ dialog: 'edit', script })}
        />
      )}
      {opened?.dialog === 'transcribe' && (
        <ScriptTranscription script={opened.script} onClose={close} />
      )}
      {opened?.dialog === 'edit' && <ScriptEditor script={opened.script} onClose={close} />}
      {opened?.dialog === 'import' && <ScriptImport script={opened.script} onClose={close} />}
    </Section>
  )
}
