// A small server with most of what Go files are made of: written for the tests, and formatted by gofmt.

//go:build !windows

// Package server answers requests from a store that it watches.
package server

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"time"

	log "example.com/house/logging/v2"
	_ "example.com/house/metrics"
)

// Default limits.
const (
	DefaultTimeout = 5 * time.Second // of one request
	maxBody        = 1 << 20
)

// States of a server, in the order in which it goes through them.
const (
	idle = iota
	running
	stopping
)

var (
	// ErrClosed is what every call after Close gives.
	ErrClosed = errors.New("server: closed")

	names, aliases = map[int]string{idle: "idle", running: "running"}, []string{"a", "b"}
)

var version = "1.0"

type (
	// Handler answers one request.
	Handler func(ctx context.Context, r *http.Request) (status int, body []byte, err error)

	pair[K comparable, V any] struct {
		key   K
		value V
	}
)

// Store is what a server reads from.
type Store interface {
	// Get gives nil where there is nothing.
	Get(ctx context.Context, key string) ([]byte, error)
	Len() int
	fmt.Stringer
}

// Server is a server. Its zero value is no use.
type Server struct {
	mu    sync.Mutex
	store Store `json:"-"`

	Addr, Name string
	Timeout    time.Duration `json:"timeout,omitempty" yaml:"timeout"` // of one request
	*http.ServeMux

	handlers map[string]Handler
	options  struct {
		verbose bool
	}
}

// New makes a server.
func New(store Store, addr string, options ...func(*Server)) (*Server, error) {
	if store == nil {
		return nil, errors.New("server: no store")
	}
	s := &Server{
		store:    store,
		Addr:     addr,
		Timeout:  DefaultTimeout,
		ServeMux: http.NewServeMux(),
		handlers: map[string]Handler{},
	}
	for _, option := range options {
		option(s)
	}
	s.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		defer r.Body.Close()
		s.answer(w, r)
	})
	return s, nil
}

func (s *Server) answer(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), s.Timeout)
	defer cancel()

	// the longest prefix wins
	body, err := s.store.Get(ctx, r.URL.Path)
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		http.Error(w, "too slow", http.StatusGatewayTimeout)
		return
	case err != nil:
		log.Print("get", "path", r.URL.Path, "error", err)
		fallthrough
	case body == nil:
		http.NotFound(w, r)
	default:
		// all is well
		if n, err := w.Write(body); err != nil {
			log.Print("write", "bytes", n, "error", err)
		} else if n < len(body) {
			log.Print("short write")
		} else {
			_ = n
		}
	}
}

// Close stops the server. It may be called twice.
func (s *Server) Close() error { return nil }

func (s *Server) watch(done <-chan struct{}, changes chan string) {
outer:
	for i := 0; ; i++ {
		select {
		case <-done:
			break outer
		case path, ok := <-changes:
			if !ok {
				continue
			}
			go s.reload(path)
		default:
			time.Sleep(time.Millisecond)
		}
	}
}

func (s *Server) reload(path string) {}

func (p pair[K, V]) String() string {
	return fmt.Sprintf("%v=%v",
		p.key,
		p.value,
	)
}
