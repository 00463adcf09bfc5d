import { lockFolder } from '#server/platform/db/adapters/folder-lock.ts'

// Tries to lock a folder and reports the result; keeps the lock until its input ends.

const [folder = ''] = process.argv.slice(2)
const result = await lockFolder(folder).then(
  () => 'held',
  (error: Error) => `refused: ${error.message}`,
)
console.log(result)
process.stdin.on('end', () => process.exit(0)).resume()
