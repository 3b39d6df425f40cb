import { useState, type ReactNode } from 'react'
import { Button, TextInput } from '@mantine/core'
import { previews, translations } from '@reelay/api/contract'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useEndpointQuery } from '../../../api/queries.ts'
import { Select } from '../../../ui/fields/select.tsx'
import dialogs from '../dialogs/dialogs.module.css'
import { FileInput } from '../../../ui/fields/file-input.tsx'
import { parseOffset, parseTime } from '../lines/parse-time.ts'

type CutSource = Exclude<translations.ConformSource, { kind: 'films' }>
const METHODS = ['films', 'list', 'stretch', 'points', 'offset'] as const
type Method = (typeof METHODS)[number]
type Report<Source> = { onChange: (source: Source | null) => void }
type FieldsProps = Report<CutSource>

type Props<Films> = {
  methods?: readonly Method[]
  /** The fields that choose the two films. */
  films: (props: Report<Films>) => ReactNode
  close: () => void
  onSubmit: (source: Films | CutSource) => void
}

/** Where the new times come from. */
export function SourceForm<Films extends { kind: 'films' }>({
  methods = METHODS,
  films,
  close,
  onSubmit,
}: Props<Films>) {
  const { t } = useTranslation(['conform', 'common'])
  const [method, setMethod] = useState<Method>('films')
  const [source, setSource] = useState<Films | CutSource | null>(null)
  const choose = (chosen: string | undefined) => {
    setSource(null)
    setMethod(chosen as Method)
  }
  return (
    <form
      className={dialogs.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (source) onSubmit(source)
      }}
    >
      <Select
        label={t('method')}
        value={method}
        options={methods.map((value) => ({ value, name: t(`methods.${value}`) }))}
        onChange={choose}
      />
      {method === 'films' && films({ onChange: setSource })}
      {method === 'list' && <ListFields onChange={setSource} />}
      {method === 'stretch' && <StretchFields onChange={setSource} />}
      {method === 'points' && <PointFields onChange={setSource} />}
      {method === 'offset' && <OffsetField onChange={setSource} />}
      <div className={dialogs.actions}>
        <Button variant="default" onClick={close}>
          {t('common:cancel')}
        </Button>
        <Button type="submit" disabled={!source}>
          {t('preview')}
        </Button>
      </div>
    </form>
  )
}

type Previews = Extract<translations.ConformSource, { kind: 'films' }>

/** By default from the cut before to the newest one. */
export function PreviewFields({ asset, onChange }: Report<Previews> & { asset: string }) {
  const { t } = useTranslation('conform')
  const { data } = useEndpointQuery(previews.listPreviews, {
    query: { asset },
    range: { first: 0, last: 49 },
  })
  const films = (data?.items ?? []).filter(({ film }) => film !== null)
  const [chosen, setChosen] = useState<{ from?: string | undefined; to?: string | undefined }>({})
  const from = chosen.from ?? films[1]?._id
  const to = chosen.to ?? films[0]?._id
  const options = films.map(({ _id, label, revision }) => ({
    value: _id,
    name: `${label} (${revision})`,
  }))
  const isValid = Boolean(from && to && from !== to)
  useReport(isValid ? { kind: 'films', from: from!, to: to! } : null, onChange)
  if (data && films.length < 2) return <p>{t('oneFilm')}</p>
  return (
    <>
      <Select
        label={t('oldFilm')}
        value={from}
        options={options}
        onChange={(value) => setChosen({ from: value, to })}
      />
      <Select
        label={t('newFilm')}
        value={to}
        options={options}
        onChange={(value) => setChosen({ from, to: value })}
      />
      <p className={dialogs.secondary}>{from === to && to ? t('sameFilm') : t('filmsHint')}</p>
    </>
  )
}

/** The ending of the file says what it is. */
const kindOf = (name: string) =>
  /\.otio$/i.test(name) ? 'otio' : /\.edl$/i.test(name) ? 'edl' : 'changes'

function ListFields({ onChange }: FieldsProps) {
  const { t } = useTranslation('conform')
  const [cut, setCut] = useState<File>()
  const [old, setOld] = useState<File>()
  const report = async (newCut: File | undefined, oldCut: File | undefined) => {
    if (!newCut) return onChange(null)
    const kind = kindOf(newCut.name)
    const text = await newCut.text()
    const more = oldCut && kind !== 'changes' ? { old: await oldCut.text() } : {}
    onChange(text === '' ? null : { kind, text, ...more })
  }
  return (
    <>
      <FileInput
        label={t('list')}
        accept=".edl,.otio,.csv,.txt"
        onFile={(file) => {
          setCut(file)
          void report(file, old)
        }}
      />
      <FileInput
        label={t('oldList')}
        accept=".edl,.otio"
        onFile={(file) => {
          setOld(file)
          void report(cut, file)
        }}
      />
      <p className={dialogs.secondary}>{t('listHint')}</p>
    </>
  )
}

const RATES = Object.keys(translations.CONFORM_RATES) as translations.ConformRate[]

function StretchFields({ onChange }: FieldsProps) {
  const { t } = useTranslation('conform')
  const [from, setFrom] = useState<translations.ConformRate>('25')
  const [to, setTo] = useState<translations.ConformRate>('24')
  useReport(from === to ? null : { kind: 'stretch', from, to }, onChange)
  const options = RATES.toSorted((one, other) => Number(one) - Number(other)).map((value) => ({
    value,
    name: value,
  }))
  return (
    <>
      <Select
        label={t('oldRate')}
        value={from}
        options={options}
        onChange={(value) => setFrom(value as translations.ConformRate)}
      />
      <Select
        label={t('newRate')}
        value={to}
        options={options}
        onChange={(value) => setTo(value as translations.ConformRate)}
      />
    </>
  )
}

const POINT_FIELDS = ['firstOld', 'firstNew', 'secondOld', 'secondNew'] as const

function PointFields({ onChange }: FieldsProps) {
  const { t } = useTranslation('conform')
  const [texts, setTexts] = useState(['', '', '', ''])
  const times = texts.map(parseTime)
  const [firstOld, firstNew, secondOld, secondNew] = times
  const isValid = times.every((time) => time !== undefined) && firstOld !== secondOld
  const points = [
    { from: firstOld ?? 0, to: firstNew ?? 0 },
    { from: secondOld ?? 0, to: secondNew ?? 0 },
  ] as [translations.ConformPoint, translations.ConformPoint]
  useReport(isValid ? { kind: 'points', points } : null, onChange)
  return POINT_FIELDS.map((name, index) => (
    <TextInput
      key={name}
      label={t(`points.${name}`)}
      placeholder="00:01:02,500"
      dir="ltr"
      value={texts[index] ?? ''}
      error={texts[index] !== '' && times[index] === undefined ? t('invalidTime') : undefined}
      onChange={({ currentTarget: { value } }) => setTexts(texts.with(index, value))}
    />
  ))
}

function OffsetField({ onChange }: FieldsProps) {
  const { t } = useTranslation('conform')
  const [text, setText] = useState('')
  const by = parseOffset(text)
  const isValid = by !== undefined && by !== 0
  useReport(isValid ? { kind: 'offset', by } : null, onChange)
  return (
    <TextInput
      label={t('offset')}
      description={t('offsetHint')}
      dir="ltr"
      value={text}
      error={text !== '' && !isValid ? t('invalidTime') : undefined}
      onChange={({ currentTarget }) => setText(currentTarget.value)}
    />
  )
}

/** Tells the form about a valid choice, each time that it changes. */
export function useReport<Source>(
  source: Source | null,
  onChange: (source: Source | null) => void,
) {
  const key = JSON.stringify(source)
  const [reported, setReported] = useState<string | null>(null)
  if (key !== reported) {
    setReported(key)
    queueMicrotask(() => onChange(source))
  }
}
