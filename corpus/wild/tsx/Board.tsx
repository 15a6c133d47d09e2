"use client";

import * as React from "react";
import { useMemo } from "react";
import type { Card, Props as CardProps } from "./card";

interface Props {
    title: string;
    cards: Card[];
    onMove?: (card: Card, to: number) => void;
}

export const Board: React.FC<Props> = ({ title, cards, onMove }) => {
    const sorted = useMemo(() => [...cards].sort((a, b) => a.rank - b.rank), [cards]);

    if (sorted.length === 0) return <p>No cards yet.</p>;

    return (
        <section className="board" aria-label={title}>
            <h2>{title}</h2>
            {sorted.map((card, index) => (
                <CardView<Card> key={card.id} card={card} onMove={() => onMove?.(card, index)}>
                    {card.text}
                    <small>{`#${index + 1}`}</small>
                </CardView>
            ))}
            <Board.Footer />
        </section>
    );
};

export class Column extends React.Component<CardProps, { open: boolean }> {
    public state = { open: false };

    public render() {
        const { open } = this.state;
        return open ? <div onClick={this.toggle}>{this.props.children}</div> : <hr />;
    }

    private toggle = () => this.setState({ open: !this.state.open });
}
