import { useState, type ReactNode } from 'react'
import { Button } from '@mantine/core'
import { scripts, type assets } from '@reelay/api/contract'
import { useTranslation } from '../../i18n/i18n.ts'
import { useEndpointQuery } from '../../api/queries.ts'
import { useHasPermission } from '../shared/current-user.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { PendingLines } from '../../ui/feedback/pending.tsx'
import { QueryError } from '../../ui/feedback/query-error.tsx'
import { Item, ItemList } from '../../ui/layout/item-list.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { languageName } from '../../ui/format/format.ts'
import { NewScript } from './new-script.tsx'
import { ScriptTranscription } from './script-drafts.tsx'
import { ScriptEditor } from './script-editor.tsx'
import { ScriptImport } from './script-import.tsx'

type OpenDialog =
  | { kind: 'edit' | 'import' | 'transcribe'; script: scripts.Script }
  | { kind: 'new' }
type OnOpen = (dialog: OpenDialog) => void

type Props = {
  asset: Pick<assets.Asset, '_id'>
  /** The id or the slug, as the page has asked for them. */
  assetRef: string
}

/** The dialogue script and the graphics list of an asset. Translations start from them. */
export function AssetScripts({ asset, assetRef }: Props) {
  const { t } = useTranslation('scripts')
  const mayWrite = useHasPermission('asset.write')
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const query = useEndpointQuery(scripts.listScripts, { query: { asset: assetRef } })
  const items = query.data?.items
  // Readers see the section only if there is something to read.
  if (!mayWrite && !query.error && !items?.length) return null
  const missing = scripts.SCRIPT_PARTS.filter(
    (part) => !items?.some((script) => script.part === part),
  )
  const add = mayWrite && missing.length > 0 && (
    <Button variant="default" onClick={() => setDialog({ kind: 'new' })}>
      {t('add')}
    </Button>
  )
  return (
    <Section title={t('title')}>
      <QueryError query={query} />
      {query.isPending && <PendingLines />}
      {items?.length === 0 && (
        <EmptyState title={t('none')} action={add}>
          <p>{t('emptyHint')}</p>
        </EmptyState>
      )}
      {items && items.length > 0 && (
        <>
          <ItemList label={t('title')}>
            {items.map((script) => (
              <Item
                key={script._id}
                name={t(`part.${script.part}`)}
                details={[
                  `${languageName(script.language)} · ${t('lines', { count: script.lines })}`,
                ]}
              >
                {mayWrite && <ScriptActions script={script} onOpen={setDialog} />}
              </Item>
            ))}
          </ItemList>
          {add}
        </>
      )}
      {dialog && (
        <ScriptDialog asset={asset._id} missing={missing} dialog={dialog} onChange={setDialog} />
      )}
    </Section>
  )
}

function ScriptActions({ script, onOpen }: { script: scripts.Script; onOpen: OnOpen }) {
  const { t } = useTranslation('scripts')
  const part = <span className="visually-hidden"> {t(`part.${script.part}`)}</span>
  const button = (kind: 'edit' | 'import' | 'transcribe', label: ReactNode) => (
    <Button size="xs" variant="default" onClick={() => onOpen({ kind, script })}>
      {label}
    </Button>
  )
  return (
    <>
      {script.part === 'dialogue' &&
        script.lines === 0 &&
        button('transcribe', t('transcribe.open'))}
      {button(
        'edit',
        <>
          {t('edit')}
          {part}
        </>,
      )}
      {button(
        'import',
        <>
          {t('import')}
          {part}
        </>,
      )}
    </>
  )
}

type DialogProps = {
  asset: string
  missing: scripts.ScriptPart[]
  dialog: OpenDialog
  onChange: (dialog: OpenDialog | null) => void
}

function ScriptDialog({ asset, missing, dialog, onChange }: DialogProps) {
  const close = () => onChange(null)
  switch (dialog.kind) {
    case 'new':
      return (
        <NewScript
          asset={asset}
          parts={missing}
          onClose={close}
          onTyped={(script) => onChange({ kind: 'edit', script })}
        />
      )
    case 'transcribe':
      return <ScriptTranscription script={dialog.script} onClose={close} />
    case 'edit':
      return <ScriptEditor script={dialog.script} onClose={close} />
    case 'import':
      return <ScriptImport script={dialog.script} onClose={close} />
  }
}
