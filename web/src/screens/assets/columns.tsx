import type { assets } from '@reelay/api/contract'
import { Link } from '@tanstack/react-router'
import { Phase } from '../../records/phase.tsx'
import type { Register } from '../../records/registers.ts'
import { Breakable } from '../../ui/breakable.tsx'
import { Day } from '../../ui/moment.tsx'
import { Named, nameLink } from '../../ui/named.tsx'
import type { Column } from '../../ui/records.tsx'

type Asset = assets.Asset

export const assetColumns = ({ projects, types }: { projects: Register; types: Register }): [Column<Asset>, ...Column<Asset>[]] => [
  { title: 'Name', cell: ({ slug, name, importName }) => (
    <Named name={<Link to="/assets/$id" params={{ id: slug }} className={nameLink}><Breakable text={name} /></Link>} note={importName !== name && importName} />
  ) },
  { title: 'Project', width: '20%', plain: true, cell: ({ project }) => projects.nameOf(project) },
  { title: 'Type', width: '17%', plain: true, cell: ({ type }) => types.nameOf(type) },
  { title: 'Phase', width: '12%', plain: true, cell: ({ workflow, $embargo }) => <Named name={<Phase workflow={workflow} />} note={$embargo && 'Under embargo'} /> },
  { title: 'Added', width: '12%', cell: ({ created }) => <Day at={created} /> },
]
