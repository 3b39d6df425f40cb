import type { files } from '@reelay/api/contract'
import type { Pages } from '../../answers.ts'
import { useMay } from '../../records/me.ts'
import { count } from '../../ui/words.ts'
import { Empty } from '../../ui/empty.tsx'
import { Listing } from '../../ui/listing.tsx'
import { Day } from '../../ui/moment.tsx'
import { Named } from '../../ui/named.tsx'
import type { Column } from '../../ui/records.tsx'
import { Section } from '../../ui/section.tsx'
import { languageName, regionName, size } from '../../ui/words.ts'
import type { Place } from '../../uploads/queue.ts'
import { FileState } from './file-state.tsx'
import { BelowFile } from './below-file.tsx'
import { Uploading } from './uploading.tsx'

const COLUMNS: [Column<files.File>, ...Column<files.File>[]] = [
  { title: 'Name', cell: ({ name, tags }) => <Named name={name} note={tags.join(', ')} /> },
  { title: 'Language', width: '18%', cell: ({ language, country }) => [language && languageName(language), country && regionName(country)].filter(Boolean).join(', ') || null },
  { title: 'Size', width: '12%', plain: true, cell: ({ length }) => (length === null ? null : <span className="tabular">{size(length)}</span>) },
  { title: 'State', width: '22%', plain: true, cell: (file) => <FileState file={file} /> },
  { title: 'Added', width: '14%', cell: ({ created }) => <Day at={created} /> },
]

/** What was brought for this asset, and the way to bring more. */
export function AssetFiles({ asset, pages }: { asset: Place; pages: Pages<files.File> }) {
  const mayWrite = useMay('file.write')
  return (
    <Section title="Files">
      {mayWrite && <Uploading asset={asset} />}
      <Listing label="Files of this asset" total={(amount) => count(amount, 'file')} pages={pages} columns={COLUMNS} below={(file) => <BelowFile file={file} />} empty={(
        <Empty title="No file that you can see">
          <p>Masters, subtitles and graphics of this asset are listed here once they are registered and, where they are under embargo, released.</p>
          {mayWrite && <p>Drop a file anywhere on this page to bring the first one.</p>}
        </Empty>
      )} />
    </Section>
  )
}
