interface HiddenTableProps {
  caption: string
  heads: readonly string[]
  /** The first cell names its row. */
  rows: readonly (readonly [name: string, ...cells: string[]])[]
}

/** Tells screen readers what a drawing shows. */
export const HiddenTable = ({ caption, heads, rows }: HiddenTableProps) => (
  <div className="visually-hidden">
    <table>
      <caption>{caption}</caption>
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, ...cells]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            {cells.map((cell, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: cells never move.
              <td key={at}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)
