import { files } from '@reelay/api/contract'
import { usePages } from '../../answers.ts'
import { Empty } from '../../ui/empty.tsx'
import { Listing } from '../../ui/listing.tsx'
import { Day } from '../../ui/moment.tsx'
import { Named } from '../../ui/named.tsx'
import type { Column } from '../../ui/records.tsx'
import { Section } from '../../ui/section.tsx'
import { Tag } from '../../ui/tag.tsx'
import { languageName, regionName, size } from '../../ui/words.ts'

const COLUMNS: [Column<files.File>, ...Column<files.File>[]] = [
  { title: 'Name', cell: ({ name, tags }) => <Named name={name} note={tags.join(', ')} /> },
  { title: 'Language', width: '20%', cell: ({ language, country }) => [language && languageName(language), country && regionName(country)].filter(Boolean).join(', ') || null },
  { title: 'Size', width: '12%', plain: true, cell: ({ length }) => (length === null ? null : <span className="tabular">{size(length)}</span>) },
  { title: 'State', width: '19%', plain: true, cell: ({ verified }) => (verified ? <Tag tone="good">Verified</Tag> : <Tag tone="wait" done={false}>Waiting for bytes</Tag>) },
  { title: 'Added', width: '14%', cell: ({ created }) => <Day at={created} /> },
]

export function AssetFiles({ asset }: { asset: string }) {
  const pages = usePages(files.listFiles, { query: { asset } })
  return (
    <Section title="Files">
      <Listing label="Files of this asset" noun="file" pages={pages} columns={COLUMNS} empty={(
        <Empty title="No file that you can see"><p>Masters, subtitles and graphics of this asset are listed here once they are registered and, where they are under embargo, released.</p></Empty>
      )} />
    </Section>
  )
}
