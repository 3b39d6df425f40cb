import { matchAsset } from './match-asset.ts'

type Project = { _id: string; name: string; slug: string }

/** The only project, or the one that all files are named after. Otherwise a person has to say. */
export function guessProject(
  fileNames: readonly string[],
  projects: readonly Project[],
): string | undefined {
  if (projects.length === 1) return projects[0]!._id
  const named = projects.map((project) => ({ ...project, importName: null }))
  const found = new Set(fileNames.map((name) => matchAsset(name, named)?._id))
  return found.size === 1 ? [...found][0] : undefined
}
