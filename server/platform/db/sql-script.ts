/** What can contain a semicolon that ends no statement, or is one that does. */
const token = /--[^\n]*|'[^']*'|"[^"]*"|\$(\w*)\$[\s\S]*?\$\1\$|;|[^-'"$;]+|[\s\S]/g

/** Returns each statement with what stands above it. Expects neither block comments nor backslashes that escape quotes. */
export function splitStatements(script: string): string[] {
  const statements = ['']
  for (const [text] of script.matchAll(token))
    if (text === ';') statements.push('')
    else statements[statements.length - 1] += text
  return statements.filter((statement) => statement.replace(/--[^\n]*/g, '').trim() !== '')
}
