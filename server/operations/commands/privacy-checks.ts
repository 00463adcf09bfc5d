import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { keyFileName } from '#server/platform/auth/encryption.ts'
import { error, type Finding, ok } from '#server/platform/command-line/finding.ts'
import { findOpenMode } from '#server/platform/data-folder.ts'

/** Checks whether other users of the machine can read what DATA_DIR holds. */
export async function listPrivacyFindings(dataDir: string): Promise<Finding[]> {
  const subject = 'private files'
  const keyFile = join(dataDir, keyFileName)
  const [folder, key] = [await findOpenMode(dataDir), await findOpenMode(keyFile)]
  const findings: Finding[] = []
  if (!existsSync(dataDir)) return findings
  if (folder)
    findings.push(
      error(
        subject,
        `other users of this machine can read ${dataDir} (mode ${formatMode(folder.mode)})`,
        folder.uid === process.getuid?.()
          ? `Run: chmod -R go-rwx ${dataDir}; if the mode stays, choose a folder on a disk that has modes (DATA_DIR).`
          : `It belongs to another user (uid ${folder.uid}), who has to run: chmod -R go-rwx ${dataDir}; or choose a folder of your own (DATA_DIR).`,
      ),
    )
  if (key)
    findings.push(
      error(
        subject,
        `the mode of ${keyFile} lets other users read it (${formatMode(key.mode)})`,
        `Run: chmod 600 ${keyFile}; if somebody may have read it, replace it: docs/operating/upkeep/secret-key.md.`,
      ),
    )
  return findings.length > 0 ? findings : [ok(subject, `only this user can read ${dataDir}`)]
}

const formatMode = (mode: number) => mode.toString(8).padStart(4, '0')
