import { cp, glob, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { originPlaceholder } from '#contract/hosting.ts'
import { compressFile } from './compression.ts'

const usage = 'Usage: npm run publish-site -- <origin, such as https://studio.example> <new or empty folder>'

export function parseOrigin(text: string | undefined): string | undefined {
  if (!text || !URL.canParse(text)) return undefined
  const { origin, protocol, pathname, search, hash } = new URL(text)
  const plain = pathname === '/' && search === '' && hash === ''
  return plain && (protocol === 'https:' || protocol === 'http:') ? origin : undefined
}

export async function publishSite(from: string, origin: string, to: string): Promise<number> {
  await mkdir(to, { recursive: true })
  if ((await readdir(to)).length > 0) throw new Error(`${to} is not empty: name a new folder.`)
  await cp(from, to, { recursive: true })
  const files = await Array.fromAsync(glob('**/*.{html,xml,txt}', { cwd: to }))
  for (const file of files) {
    const path = join(to, file)
    await writeFile(path, (await readFile(path, 'utf8')).replaceAll(originPlaceholder, origin))
    await compressFile(path)
  }
  return files.length
}

async function main([built = 'dist', text, folder]: string[]): Promise<void> {
  const origin = parseOrigin(text)
  if (!origin || !folder) {
    console.error(usage)
    process.exitCode = 2
    return
  }
  const count = await publishSite(built, origin, resolve(folder))
  console.log(`${count} files for ${origin} in ${resolve(folder)}.`)
}

if (import.meta.main) {
  await main(process.argv.slice(2)).catch((error: Error) => {
    console.error(error.message)
    process.exitCode = 1
  })
}
