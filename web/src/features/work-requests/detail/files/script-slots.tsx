import { useRef, useState } from 'react'
import { Button } from '@mantine/core'
import { fieldRules, scripts, type workrequests } from '@reelay/api/contract'
import { useTranslation } from '../../../../i18n/i18n.ts'
import { useEndpointQuery } from '../../../../api/queries.ts'
import { filesFromDrop } from '../../../../ui/files/dropped-files.ts'
import { languageName } from '../../../../ui/format/format.ts'
import { Section } from '../../../../ui/layout/section.tsx'
import { NewScript } from '../../../scripts/new-script.tsx'
import { ScriptImport } from '../../../scripts/script-import.tsx'
import { ACCEPTED_SUBTITLES } from '../../../shared/subtitle-files.ts'
import { useHasPermission } from '../../../shared/current-user.ts'
import section from '../section.module.css'
import styles from './files.module.css'

type Chosen = { part: scripts.ScriptPart; file: File }

/** The script and the graphics list of the asset. The translations of the request start from them. */
export function ScriptSlots({ request }: { request: workrequests.WorkRequest }) {
  const { t } = useTranslation('scripts')
  const mayWrite = useHasPermission('asset.write') && !fieldRules.isFinal(request.status)
  const [chosen, setChosen] = useState<Chosen>()
  const asset = request.asset._id
  const { data } = useEndpointQuery(scripts.listScripts, { query: { asset } })
  if (!data || (data.items.length === 0 && !mayWrite)) return null
  const scriptOf = (part: scripts.ScriptPart) => data.items.find((one) => one.part === part)
  const replaced = chosen && scriptOf(chosen.part)
  const close = () => setChosen(undefined)
  return (
    <Section anchor="script" title={t('title')} inCard>
      <ul className={section.list}>
        {scripts.SCRIPT_PARTS.filter((part) => mayWrite || scriptOf(part)).map((part) => (
          <li key={part} className={section.entry}>
            <div className={section.item}>
              <span className={section.itemName}>{t(`part.${part}`)}</span>
              <ScriptState script={scriptOf(part)} />
            </div>
            {mayWrite && <Slot part={part} onFile={(file) => setChosen({ part, file })} />}
          </li>
        ))}
      </ul>
      {chosen &&
        (replaced ? (
          <ScriptImport script={replaced} file={chosen.file} onClose={close} />
        ) : (
          <NewScript
            asset={asset}
            parts={[chosen.part]}
            file={chosen.file}
            onClose={close}
            onTyped={close}
          />
        ))}
    </Section>
  )
}

function ScriptState({ script }: { script: scripts.Script | undefined }) {
  const { t } = useTranslation('scripts')
  return (
    <span className={section.hint}>
      {script
        ? `${languageName(script.language)} · ${t('lines', { count: script.lines })}`
        : t('none')}
    </span>
  )
}

type SlotProps = { part: scripts.ScriptPart; onFile: (file: File) => void }

/** The dialog that follows asks for the language, or before it replaces lines. */
function Slot({ part, onFile }: SlotProps) {
  const { t } = useTranslation(['scripts', 'uploads'])
  const [isOver, setOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const label = `${t('import')}: ${t(`part.${part}`)}`
  const take = (files: readonly File[]) => {
    if (files[0]) onFile(files[0])
  }
  return (
    <div
      className={styles.slot}
      data-drop-slot=""
      data-over={isOver}
      onDragOver={(event) => {
        event.preventDefault()
        event.stopPropagation()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        event.stopPropagation()
        setOver(false)
        void filesFromDrop(event.dataTransfer).then(take)
      }}
    >
      <div className={styles.slotHead}>
        <Button
          size="xs"
          variant="default"
          aria-label={label}
          onClick={() => input.current?.click()}
        >
          {t('import')}
        </Button>
        <span className={section.hint}>{t('uploads:slot.drop')}</span>
        <input
          ref={input}
          type="file"
          hidden
          accept={ACCEPTED_SUBTITLES}
          aria-label={label}
          onChange={({ currentTarget }) => {
            take([...(currentTarget.files ?? [])])
            currentTarget.value = ''
          }}
        />
      </div>
    </div>
  )
}
