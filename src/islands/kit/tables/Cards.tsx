import { useStore } from '@nanostores/react'
import { memo, type ReactNode, useMemo } from 'react'
import styles from './Cards.module.css'
import { AllCheckbox, RowCheckbox, type Selectable } from './Checkboxes.tsx'
import type { CardPlace, ListColumn, ListTotal } from './columns/columns.ts'
import type { DataAttributes, DataTableProps } from './list-props.ts'
import { $noIds, isSelected } from './Table.tsx'

interface Arrangement<Row> {
  heading: ListColumn<Row> | undefined
  side: ListColumn<Row> | undefined
  figure: ListColumn<Row> | undefined
  /** The list is sorted by the figure, which is not the usual one. */
  isUnusual: boolean
  /** What the list is sorted by, unless that is the heading. */
  sorted: ListColumn<Row> | undefined
  notes: readonly ListColumn<Row>[]
  facts: readonly ListColumn<Row>[]
  lines: readonly ListColumn<Row>[]
  menu: ListColumn<Row> | undefined
}

/** The figure by which the list is sorted is on each card: in the place of the usual figure, or as a further fact. */
function arrange<Row>(columns: readonly ListColumn<Row>[], sort: string | undefined): Arrangement<Row> {
  const inPlace = (place: CardPlace) => columns.filter(({ card }) => card === place)
  const [usual] = inPlace('figure')
  const sorted = columns.find((column) => column.sort === sort && sort !== undefined && !column.isHeading)
  const isMissing = sorted !== undefined && (sorted.card === undefined || sorted.card === 'note')
  const isUnusual = isMissing && usual !== undefined
  const notes = inPlace('note').filter((column) => column !== sorted)
  const facts = inPlace('fact').sort((a, b) => (a.cardOrder ?? 0) - (b.cardOrder ?? 0))
  return {
    heading: columns.find(({ isHeading }) => isHeading),
    side: inPlace('side')[0],
    figure: isUnusual ? sorted : usual,
    isUnusual,
    sorted,
    notes: isUnusual ? [usual, ...notes].slice(0, Math.max(1, notes.length)) : notes,
    facts: isMissing && !isUnusual ? [sorted, ...facts] : facts,
    lines: inPlace('line'),
    menu: inPlace('menu')[0],
  }
}

/** Replaces the table on a phone. */
export function Cards<Row, Sort extends string>(props: DataTableProps<Row, Sort>) {
  const { rows, getKey, getAttributes, sorting, totals = [], selectable = null, virtual, columns } = props
  const arrangement = useMemo(
    () => arrange(columns as readonly ListColumn<Row>[], sorting?.sort),
    [columns, sorting?.sort],
  )
  const selectedIds = useStore(selectable?.selection.$ids ?? $noIds)
  const renderCard = (row: Row, index?: number) => (
    <Card
      key={getKey(row)}
      row={row}
      rows={rows}
      arrangement={arrangement}
      attributes={getAttributes}
      selectable={selectable}
      isSelected={isSelected(selectable?.selection.getId(row), selectedIds)}
      index={index}
      count={virtual && (virtual.total ?? -1)}
    />
  )
  const className = `grid ${styles.cards} ${props.cardsClassName ?? ''}`
  return (
    <>
      {totals.map((total) => (
        <CardTotal key={total.key} total={total} arrangement={arrangement} />
      ))}
      {selectable && (
        <p className={styles.selectAll}>
          <AllCheckbox selectable={selectable} rows={rows} />{' '}
          <span aria-hidden="true">{selectable.allLabel()}</span>
        </p>
      )}
      {virtual ? (
        <virtual.Rows
          as="ul"
          className={className}
          labelledBy={props.labelledBy}
          count={rows.length}
          rowHeight={virtual.cardHeight}
          onLastRowChange={virtual.onLastRowChange}
          renderRow={(at) => {
            const row = rows[at]
            return row && renderCard(row, at)
          }}
        />
      ) : (
        <ul className={className} aria-labelledby={props.labelledBy}>
          {rows.map((row) => renderCard(row))}
        </ul>
      )}
    </>
  )
}

const getCell = <Row,>({ cell, cardCell = cell }: ListColumn<Row>, row: Row) => cardCell(row)

interface CardTotalProps<Row> {
  total: ListTotal
  arrangement: Arrangement<Row>
}

/** Shows a totals row above the cards: of the figure that they show, or of the first that it has, with its name. */
function CardTotal<Row>({ total, arrangement }: CardTotalProps<Row>) {
  const { figure, sorted, notes, facts } = arrangement
  const shown = [...new Set([figure, sorted, ...notes, ...facts])].flatMap((column) => {
    const value = column && total.cell(column.key)
    return column && value !== null && value !== undefined && value !== false ? [{ column, value }] : []
  })
  const [first, ...rest] = shown
  return (
    <p className={styles.total} data-total={total.key}>
      <span>{total.label}</span>
      <b data-column={first?.column.key}>
        {figure && first && first.column !== figure && <small>{first.column.label}</small>}
        {first?.value}
      </b>
      {figure && notes.length > 0 && rest.length > 0 && (
        <span className={styles.totalNotes}>
          {rest.map(({ column, value }) => (
            <small key={column.key}>
              {column.label} {value}
            </small>
          ))}
        </span>
      )}
    </p>
  )
}

interface CardProps<Row> {
  row: Row
  rows: readonly Row[]
  arrangement: Arrangement<Row>
  attributes: ((row: Row) => DataAttributes) | undefined
  selectable: Selectable<Row> | null
  isSelected: boolean | undefined
  /** Position in a virtual list; a count of -1 is unknown. */
  index: number | undefined
  count: number | undefined
}

const MemoizedCard = memo(function Card(props: CardProps<unknown>) {
  const { row, arrangement, attributes, selectable, index } = props
  const { heading, side, facts, lines, menu } = arrangement
  return (
    <li
      {...attributes?.(row)}
      data-selected={props.isSelected}
      data-index={index}
      aria-posinset={index === undefined ? undefined : index + 1}
      aria-setsize={props.count}
    >
      {selectable && (
        <span className={styles.select}>
          <RowCheckbox selectable={selectable} rows={props.rows} row={row} />
        </span>
      )}
      {heading && <div className={styles.heading}>{getCell(heading, row)}</div>}
      {side ? (
        <div className={styles.side}>{getCell(side, row)}</div>
      ) : (
        <Figures {...arrangement} row={row} />
      )}
      {menu && <div className={styles.menu}>{getCell(menu, row)}</div>}
      {facts.length > 0 && (
        <dl className={`facts ${styles.facts}`}>
          {facts.map((column) => (
            <div key={column.key}>
              <dt>{column.label}</dt>
              <dd data-column={column.key}>{getCell(column, row)}</dd>
            </div>
          ))}
        </dl>
      )}
      {lines.map((column) => (
        <div key={column.key} className={styles.line} data-column={column.key}>
          {getCell(column, row)}
        </div>
      ))}
    </li>
  )
})

/** Renders again only if its row, the columns or its selection change. */
const Card = MemoizedCard as unknown as <Row>(props: CardProps<Row>) => ReactNode

function Figures<Row>({ row, figure, isUnusual, notes }: Arrangement<Row> & { row: Row }) {
  if (!figure) return null
  return (
    <p className={styles.figures}>
      <span className={isUnusual ? styles.name : 'visually-hidden'}>{figure.label} </span>
      <b data-column={figure.key}>{getCell(figure, row)}</b>
      {notes.map((column) => (
        <small key={column.key}>
          {column.label} <span data-column={column.key}>{getCell(column, row)}</span>
        </small>
      ))}
    </p>
  )
}
