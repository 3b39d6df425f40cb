import { previews } from '@reelay/api/contract'
import { getRouteApi } from '@tanstack/react-router'
import { useAnswer } from '../../answers.ts'
import { Choice } from '../../ui/choice.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Trouble } from '../../ui/trouble.tsx'
import { languageName } from '../../ui/words.ts'
import { Screening } from './screening.tsx'
import { PendingScreen } from './pending-screen.tsx'
import styles from './preview.module.css'

const route = getRouteApi('/inside/assets/$id')

/** What of the asset can be watched: the newest, or the one the address names. `isComing`: files are being worked on that may become one. */
export function AssetPreview({ asset, isComing }: { asset: string; isComing: boolean }) {
  const { preview: chosen } = route.useSearch()
  const navigate = route.useNavigate()
  const { data, error, refetch, isFetching } = useAnswer(previews.listPreviews, { query: { asset }, range: { first: 0, last: 49 } }, { pollWhile: ({ items }) => isComing || items.some(isMaking) })
  if (!data) return error ? <Trouble error={error} again={() => void refetch()} isTrying={isFetching} /> : <PendingScreen />
  const preview = data.items.find(({ _id }) => _id === chosen) ?? data.items[0]
  if (!preview) return <Empty title="Nothing to watch yet"><p>{isComing ? 'A file is being looked at. If it can be played, it appears here by itself.' : 'The first film, sound or picture that the studio brings is shown here.'}</p></Empty>
  return (
    <section aria-label="Preview">
      <Screening key={preview._id} preview={preview} title={titleOf(preview)} />
      {data.items.length > 1 && (
        <div className={styles.choice}>
          <Choice label="Preview" value={preview._id} options={data.items.map((one) => ({ value: one._id, name: titleOf(one) }))} onChoose={(id) => void navigate({ search: { preview: id }, replace: true, resetScroll: false })} />
        </div>
      )}
    </section>
  )
}

const isMaking = ({ status }: previews.Preview) => status === 'waiting' || status === 'making'

const titleOf = ({ label, revision, language }: previews.Preview): string => [label, label !== `v${revision}` && `revision ${revision}`, language && languageName(language)].filter(Boolean).join(', ')
